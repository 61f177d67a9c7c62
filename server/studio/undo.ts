import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceNow, versionOf } from './files.ts'

/** The copies that a draft holds, by the names of their files. */
type Copies = Readonly<Record<string, { base: string | null; text: string }>>

/** How a copy was before an edit: what was between two places, in place of what is there now. */
interface Turn {
  name: string
  /** The version that the edit led to; null where the draft no longer held the file. */
  after: string | null
  /** null: the draft did not hold the file. */
  was: { base: string | null; at: number; length: number; text: string } | null
}

/** An edit of a draft that can be undone. */
export interface Undoable {
  who: string
  /** ISO 8601. */
  at: string
  turns: readonly Turn[]
}

/** What was edited in drafts, so that it can be undone, edit by edit. */
export interface Undo {
  /** All edits of a draft, oldest first. */
  list(id: string): readonly Undoable[]
  /** Notes an edit, before it is saved. */
  note(id: string, edit: { who: string; at: string; before: Copies; after: Copies }): void
  /** The copies as they were before the last edit; null where there is none, or where others changed them since. */
  last(id: string, now: Copies): Copies | null
  /** Forgets the last edit, or all. */
  forget(id: string, what: 'last' | 'all'): void
}

/** @param folder where edits are kept */
export function openUndo(folder: string): Undo {
  const fileOf = (id: string) => join(folder, `${id}.json`)

  function list(id: string): Undoable[] {
    try {
      return JSON.parse(readFileSync(fileOf(id), 'utf8')) as Undoable[]
    } catch {
      return []
    }
  }

  function keep(id: string, edits: readonly Undoable[]): void {
    if (edits.length === 0) rmSync(fileOf(id), { force: true })
    else replaceNow(fileOf(id), JSON.stringify(edits))
  }

  return {
    list,
    note(id, { who, at, before, after }) {
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
      const turns = names.flatMap((name): Turn[] => {
        const [was, is] = [before[name], after[name]]
        if (was?.text === is?.text && was?.base === is?.base) return []
        const turned = was ? { base: was.base, ...betweenOf(was.text, is?.text ?? '') } : null
        return [{ name, after: is ? versionOf(is.text) : null, was: turned }]
      })
      if (turns.length > 0) keep(id, [...list(id), { who, at, turns }])
    },
    last(id, now) {
      const edit = list(id).at(-1)
      if (!edit) return null
      const copies = { ...now }
      for (const { name, after, was } of edit.turns) {
        const is = copies[name]
        if ((is ? versionOf(is.text) : null) !== after) return null
        delete copies[name]
        const text = is?.text ?? ''
        if (was)
          copies[name] = { base: was.base, text: text.slice(0, was.at) + was.text + text.slice(was.at + was.length) }
      }
      return copies
    },
    forget: (id, what) => keep(id, what === 'all' ? [] : list(id).slice(0, -1)),
  }
}

/** What one text has between what both begin with and what both end with, and where the other has it. */
function betweenOf(was: string, is: string): { at: number; length: number; text: string } {
  const shorter = Math.min(was.length, is.length)
  let at = 0
  while (at < shorter && was[at] === is[at]) at += 1
  let end = 0
  while (end < shorter - at && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1
  return { at, length: is.length - end - at, text: was.slice(at, was.length - end) }
}
