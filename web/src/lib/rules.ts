/** The rules in our own words. They are written with a few marks, which are read here. */

import { linkTo } from './addresses';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rule'; readonly text: string; readonly rules: readonly string[] };

/** Where the rules of a game tell of these ("G-9, G-13"). */
export function ruleAddress(game: string, rules: string): string {
  return linkTo(`/rules/${game}#${rules.replaceAll(', ', ',')}`);
}

/** The rules that an address asks for. */
export function rulesIn(hash: string): string[] {
  return hash
    .slice(1)
    .split(',')
    .filter((rule) => /^[A-Z]-\d+$/.test(rule));
}

export type Block =
  | { readonly kind: 'title' | 'heading' | 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Piece[])[] };

const RULE = /(\[(?:[A-Z]-\d+)(?:, [A-Z]-\d+)*\])/;

/** Tell the numbers of rules, such as [G-13], from the words around them. */
function piecesOf(text: string): Piece[] {
  return text
    .split(RULE)
    .filter((part) => part !== '')
    .map((part) =>
      RULE.test(part)
        ? { kind: 'rule', text: part, rules: part.slice(1, -1).split(', ') }
        : { kind: 'text', text: part },
    );
}

/** Read headings, paragraphs and lists; everything else is text. */
export function readRules(source: string): Block[] {
  return source
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap(readBlock);
}

function readBlock(block: string): Block[] {
  const [first = '', ...rest] = block.split('\n');
  const heading = /^(#{1,2}) (.*)$/.exec(first);
  if (heading !== null) {
    const kind = heading[1] === '#' ? 'title' : 'heading';
    const after = rest.length > 0 ? readBlock(rest.join('\n')) : [];
    return [{ kind, pieces: piecesOf(heading[2] ?? '') }, ...after];
  }
  if (first.startsWith('- ')) {
    const items = block
      .slice(2)
      .split(/\n- /)
      .map((item) => piecesOf(joined(item)));
    return [{ kind: 'list', items }];
  }
  return [{ kind: 'paragraph', pieces: piecesOf(joined(block)) }];
}

function joined(lines: string): string {
  return lines.replace(/\s*\n\s*/g, ' ');
}

const files = import.meta.glob<string>('../../../src/tenback/texts/languages/*/rules/*.md', {
  query: '?raw',
  import: 'default',
});

/** The rules of a game in a language; null if there are none. */
export async function loadRules(language: string, game: string): Promise<Block[] | null> {
  const load = files[`../../../src/tenback/texts/languages/${language}/rules/${game}.md`];
  return load === undefined ? null : readRules(await load());
}
