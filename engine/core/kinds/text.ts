import { type Kind, line } from '../definition/kind.ts'

export const text: Kind = { schema: () => line(200) }
