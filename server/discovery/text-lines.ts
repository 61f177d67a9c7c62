/** A text in lines, and the size they fit at. */
export interface FittedText {
  lines: readonly string[]
  /** In pixels. */
  size: number
}

/** The room for a text, in pixels; sizes from the one that is wished for to the least. */
export interface Room {
  width: number
  height: number
  sizes: readonly number[]
}

/** How far lines are apart, as a share of their size. */
export const lineHeight = 1.16

/**
 * Breaks a text at its spaces (not at no-break ones), as large as it fits. What does not fit at the least size ends with an ellipsis; a word
 * that is wider than the room is broken there.
 * @param widthOf a word's width at a size of one pixel
 */
export function fitted(text: string, { width, height, sizes }: Room, widthOf: (word: string) => number): FittedText {
  const words = text.split(/[ \t\n]+/).filter((word) => word !== '')
  const atMost = (size: number) => Math.max(1, Math.floor(height / (size * lineHeight)))
  for (const size of sizes) {
    const lines = broken(words, width / size, widthOf)
    const fits = lines.length <= atMost(size) && words.every((word) => widthOf(word) * size <= width)
    if (fits) return { lines, size }
  }
  const size = sizes.at(-1) ?? 16
  const pieces = words.flatMap((word) => piecesOf(word, width / size, widthOf))
  const lines = broken(pieces, width / size, widthOf)
  const shown = lines.slice(0, atMost(size))
  if (shown.length === lines.length) return { lines, size }
  const last = [...(shown.pop() ?? '')]
  while (last.length > 1 && widthOf(`${last.join('')}…`) * size > width) last.pop()
  return { lines: [...shown, `${last.join('').trimEnd()}…`], size }
}

function broken(words: readonly string[], width: number, widthOf: (word: string) => number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function piecesOf(word: string, width: number, widthOf: (word: string) => number): string[] {
  const pieces: string[] = ['']
  for (const letter of word) {
    const longer = `${pieces.at(-1)}${letter}`
    if (pieces.at(-1) === '' || widthOf(longer) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(letter)
  }
  return pieces
}
