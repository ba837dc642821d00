/** What this browser remembers. Private windows may refuse: then it is forgotten on reload. */

const PREFIX = 'tenback.';
/** What the browser would not keep; it is newer than what the browser has under the same name. */
const fallback = new Map<string, string>();

export function recall(name: string): string | null {
  const unkept = fallback.get(name);
  if (unkept !== undefined) return unkept;
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
    fallback.delete(name);
  } catch {
    fallback.set(name, value);
  }
}

export function forget(name: string): void {
  fallback.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // nothing was stored there
  }
}

/** The names that begin like this, for example every table with a seat of ours. */
export function remembered(beginning: string): string[] {
  const names = new Set([...fallback.keys()]);
  try {
    for (let at = 0; at < localStorage.length; at++) {
      const key = localStorage.key(at);
      if (key?.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
    }
  } catch {
    // only the fallback then
  }
  return [...names].filter((name) => name.startsWith(beginning)).sort();
}
