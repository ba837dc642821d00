// Replays what Python has written down in the module for browsers, and compares.
//
//     node replay_kernels.mjs TYPESCRIPT KERNELS MODULE WHAT FILE
//
// TYPESCRIPT is the compiler's package, KERNELS the folder web/src/lib/kernels, MODULE the compiled
// module, WHAT one of the replays in replaying.mjs. Prints what was done as JSON; the first
// difference is an error. `node replay_kernels.mjs TYPESCRIPT KERNELS` writes the client's loader,
// translated as a browser gets it, to a folder, and prints its name.

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replays } from './replaying.mjs';

const [typescript, sources, modulePath, what, file] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(typescript);

/** The client's own loader, translated as a browser gets it. */
async function writeLoader() {
  const folder = await mkdtemp(join(tmpdir(), 'kernels-'));
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  for (const name of ['interface', 'memory', 'module']) {
    const source = await readFile(join(sources, `${name}.ts`), 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions: options });
    const linked = outputText.replace(/from '\.\/(\w+)'/g, "from './$1.mjs'");
    await writeFile(join(folder, `${name}.mjs`), linked);
  }
  return folder;
}

const folder = await writeLoader();
if (modulePath === undefined) console.log(folder);
else {
  const { load } = await import(join(folder, 'module.mjs'));
  const described = await import(join(folder, 'interface.mjs'));
  await rm(folder, { recursive: true });
  const loaded = await load(await readFile(modulePath));
  const tools = {
    seconds: () => process.cpuUsage().user / 1e6,
    digest: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  };
  const found = replays[what]({ ...described, ...loaded }, await readFile(file), tools);
  console.log(JSON.stringify(found));
}
