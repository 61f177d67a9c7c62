/** Step schemas hold neither `if` nor dependencies: the journey has decided what is asked. */
export default function hasCondition(): boolean {
  return false
}
