import { type Kind, line } from '../kind.ts'

export const text: Kind = { schema: () => line(200) }
