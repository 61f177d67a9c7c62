/**
 * What visitors wrote, for a terminal: control characters, which could move the cursor or colour what follows, are named
 * instead, and further lines stand as far right as the first.
 * @param indent how many characters stand before the text
 */
export function printable(text: string, indent: number): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) =>
      line.replace(
        /[\p{Cc}\p{Cf}]/gu,
        (sign) => `<U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
      ),
    )
    .join(`\n${' '.repeat(indent)}`)
}
