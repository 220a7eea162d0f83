/**
 * Text that stays on its line of a terminal: characters that break lines, move the cursor or recolour it become `?`. For what
 * others have written, in the output of commands.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, '?')
}
