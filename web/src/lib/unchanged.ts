/**
 * What has not changed stays the same object: whoever shows a part of a view is not woken when
 * another part changes.
 */

/** The new value, with every part that equals the old one taken from there. */
export function keepUnchanged<Value>(old: unknown, value: Value): Value {
  return keep(old, value) as Value;
}

function keep(old: unknown, value: unknown): unknown {
  if (old === value || !isObject(old) || !isObject(value)) return value;
  if (Array.isArray(old) !== Array.isArray(value)) return value;
  const names = Object.keys(value);
  let isSame = names.length === Object.keys(old).length;
  for (const name of names) {
    const kept = keep(old[name], value[name]);
    value[name] = kept;
    if (kept !== old[name]) isSame = false;
  }
  return isSame ? old : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
