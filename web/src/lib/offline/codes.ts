/** Which tables are this device's own: their codes begin with a zero, which no server's does. */

export function isOwnCode(code: string): boolean {
  return code.startsWith('0');
}
