import { InvalidArgumentError } from 'commander'

/** Reads an option that is a number above 0, such as seconds. */
export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

/** Reads an option that is one or more whole numbers above 0, with commas. */
export function counts(text: string): number[] {
  const values = text.split(',').map(Number)
  if (!values.every((value) => Number.isInteger(value) && value > 0))
    throw new InvalidArgumentError('It must be one or more whole numbers above 0, separated by commas.')
  return values
}
