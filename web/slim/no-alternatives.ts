/** Step schemas hold neither oneOf nor anyOf: nobody asks which alternative an answer belongs to. */
export default function unasked(): never {
  throw new Error('A step schema holds no alternatives')
}
