interface Option {
  label: string
}

/** In letters: two of these stand beside each other on the narrowest phone. */
const shortest = 10
/** In letters: three beside each other from 576 px, and two. */
const inThree = 12
const inTwo = 32

/** The most options that stand side by side; a longer list is read down its rows. */
const few = 6

/** How options stand: a few short ones side by side, yes and no always, and all others as rows. */
export function optionsClass(options: readonly Option[] = [], isPair = false): string {
  const longest = Math.max(...options.map(({ label }) => label.length))
  const { length } = options
  if (isPair || (length === 2 && longest <= shortest)) return 'lw-options lw-options-pair'
  if (length > few || longest > inTwo) return 'lw-options'
  return length === 3 && longest <= inThree ? 'lw-options lw-options-three' : 'lw-options lw-options-two'
}
