// The editor of a definition file. It takes the place of a text area, which keeps its text and is posted.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** What the server says of a place in a file. */
interface Hints {
  from: number
  to: number
  options: { label: string; info: string; insert: string }[]
  /** What the place means; '' for nothing. */
  meaning: string
}

/** A finding of the check or the proof at a line of the file, from 1. */
interface Found {
  line: number
  message: string
}

/** What the rest of the page does with an editor. */
export interface FileEditor {
  /** Takes over a text that was made elsewhere, without telling of it. */
  take(text: string): void
  show(findings: readonly Found[]): void
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--figure)' },
  { tag: tags.string, color: 'var(--done)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--error)' },
])

const look = EditorView.theme({
  '&': { border: '1px solid var(--edge)', borderRadius: 'var(--r1)', background: 'var(--paper)', color: 'var(--text)' },
  '&.cm-focused': { outline: '3px solid var(--figure)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--face-code)', fontSize: '0.875rem', maxBlockSize: '36rem', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'var(--paper)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-tooltip': {
    background: 'var(--paper)',
    color: 'var(--text)',
    border: '1px solid var(--edge)',
    maxInlineSize: '28rem',
  },
  '.cm-tooltip .cm-completionInfo, .cm-meaning': { padding: '0.5rem', maxInlineSize: '24rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--text)', color: 'var(--paper)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--line)',
  },
  // The usual marks are images in the style sheet, which the page does not let in.
  '.cm-lint-marker-error': { content: 'normal', color: 'var(--error)', fontWeight: 'bold', textAlign: 'center' },
  '.cm-lint-marker-error::before': { content: '"!"' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--error)' },
})

/**
 * Puts an editor in the place of a text area.
 * @param hint asks the server about a place of a text
 * @param onType called after each change that was made in the editor
 */
export function editFile(
  area: HTMLTextAreaElement,
  {
    nonce,
    hint,
    onType,
  }: { nonce: string; hint: (text: string, at: number) => Promise<Hints | null>; onType: () => void },
): FileEditor {
  let isTaken = false
  let found: readonly Found[] = []

  async function complete({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
    const before = state.sliceDoc(Math.max(0, pos - 1), pos)
    if (!explicit && !/["\w]/.test(before)) return null
    const hints = await hint(state.doc.toString(), pos)
    if (!hints || hints.options.length === 0) return null
    const options = hints.options.map(
      ({ label, info, insert }): Completion => ({
        label: `"${label}"`,
        displayLabel: label,
        ...(info !== '' && { info }),
        apply: (view, _, from, to) => {
          const inside = /(?:""|\{\}|\[\])$/.test(insert) ? insert.length - 1 : insert.length
          view.dispatch({
            changes: { from, to: to + hints.to - pos, insert },
            selection: { anchor: from + inside },
          })
        },
      }),
    )
    const isBegun = hints.to > hints.from
    return { from: hints.from, options, filter: isBegun, ...(isBegun && { validFor: /^"?[\w-]*$/ }) }
  }

  const hover = hoverTooltip(async (view, pos) => {
    const hints = await hint(view.state.doc.toString(), pos)
    if (!hints || hints.meaning === '') return null
    return {
      pos,
      create() {
        const dom = document.createElement('div')
        dom.className = 'cm-meaning'
        dom.textContent = hints.meaning
        return { dom }
      },
    }
  })

  const mistakes = jsonParseLinter()

  function diagnostics(view: EditorView): Diagnostic[] {
    const { doc } = view.state
    // The server's findings may be of a text that was longer.
    const known = found.flatMap(({ line, message }): Diagnostic[] => {
      if (line < 1 || line > doc.lines) return []
      const { from, to } = doc.line(line)
      return [{ from, to, severity: 'error', message }]
    })
    return [...mistakes(view), ...known]
  }

  const view = new EditorView({
    state: EditorState.create({
      doc: area.value,
      extensions: [
        ...[
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
        ],
        ...[json(), syntaxHighlighting(colours), look, hover, EditorView.lineWrapping],
        autocompletion({ override: [complete], interactionDelay: 0 }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({
          'aria-label': area.labels?.[0]?.firstChild?.textContent ?? '',
          tabindex: '0',
          'aria-describedby': area.getAttribute('aria-describedby') ?? '',
          'data-file': area.dataset.editor ?? '',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return
          area.value = state.doc.toString()
          if (!isTaken) onType()
        }),
      ],
    }),
  })
  area.hidden = true
  area.labels?.[0]?.after(view.dom)
  if (area.labels?.[0]) area.labels[0].hidden = true

  return {
    take(text) {
      const now = view.state.doc.toString()
      if (now === text) return
      // Only what differs is replaced, so that the place that is looked at stays.
      let from = 0
      while (from < now.length && from < text.length && now[from] === text[from]) from += 1
      let end = 0
      while (end < now.length - from && end < text.length - from && now.at(-1 - end) === text.at(-1 - end)) end += 1
      isTaken = true
      view.dispatch({ changes: { from, to: now.length - end, insert: text.slice(from, text.length - end) } })
      isTaken = false
    },
    show(findings) {
      found = findings
      view.dispatch(setDiagnostics(view.state, diagnostics(view)))
    },
  }
}
