import type { WidgetProps } from '@rjsf/utils'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type FileLimits, fileTypes, refusedFile, sizeText, uploadedFile } from '#engine/form/files'
import { fileControlName } from '#engine/form/journey'
import { fieldPlace, sentence, templateId } from '#engine/form/model'
import { describedBy } from './control-id.ts'
import type { FormContext } from './form-context.ts'
import { ErrorMessage } from './Words.tsx'

/** What became of a file that was sent: its answer, or why it was not taken. */
export type Sent = { answer: string } | { code: string }

/** Sends a file to the server while the visitor goes on. */
export type SendFile = (
  file: File,
  about: { form: string; locale: string; field: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Sent>

interface Options {
  files?: FileLimits
  parts?: Readonly<Record<string, string>>
  help?: string
}

/** A file on its way. */
interface Underway {
  key: number
  name: string
  /** From 0 to 1. */
  share: number
  stop: AbortController
}

let keys = 0

/**
 * Files, each sent when it is chosen where there is JavaScript, and with the step where there is none. Those the server has
 * are boxes that are ticked; to untick one is to take it back.
 */
export function FilesWidget({
  id,
  name,
  htmlName,
  value,
  options,
  schema,
  registry,
  send,
}: WidgetProps & { send: SendFile }) {
  const { errors, focus, form, t } = registry.formContext as FormContext
  const { files, parts = {}, help } = options as Options
  const [kept, setKept] = useState(() => ([value ?? []].flat() as string[]).filter((answer) => uploadedFile(answer)))
  const [underway, setUnderway] = useState<readonly Underway[]>([])
  const [refused, setRefused] = useState<string[]>([])
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wrong = errors[name] !== undefined || refused.length > 0
  const field = form.steps.flatMap(({ fields }) => fields).find((each) => each.id === templateId(fieldPlace(name)))

  // The form reads its controls when one of them changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on the screen has changed
  useEffect(() => {
    if (said !== '') input.current?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [kept, underway.length])

  // Who leaves the step takes back what has not arrived.
  const stops = useRef<readonly Underway[]>([])
  stops.current = underway
  useEffect(
    () => () => {
      for (const { stop } of stops.current) stop.abort()
    },
    [],
  )

  // Chosen before this ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => sendChosen(input.current), [])

  function sendChosen(control: HTMLInputElement | null): void {
    const chosen = [...(control?.files ?? [])]
    if (!control || chosen.length === 0) return
    control.value = ''
    setRefused([])
    for (const file of chosen) void sendOne(file)
  }

  async function sendOne(file: File): Promise<void> {
    keys += 1
    const one: Underway = { key: keys, name: file.name, share: 0, stop: new AbortController() }
    const told = (key: string) => `${file.name}: ${parts[key] ?? ''}`
    setSaid(told('loading'))
    setUnderway((all) => [...all, one])
    const onProgress = (share: number) =>
      setUnderway((all) => all.map((each) => (each.key === one.key ? { ...each, share } : each)))
    const isTooLarge = files !== undefined && file.size > files.maxBytes
    const about = { form: form.id, locale: form.locale, field: field?.id ?? name }
    const sent: Sent = isTooLarge ? { code: 'fileSize' } : await send(file, about, onProgress, one.stop.signal)
    setUnderway((all) => all.filter(({ key }) => key !== one.key))
    if (one.stop.signal.aborted) return
    if ('answer' in sent) {
      setKept((all) => [...all, sent.answer])
      setSaid(told('done'))
    } else if (field) {
      const message = sentence({ field: name, code: sent.code, params: { name: file.name } }, field, form, t)
      setRefused((all) => [...all, message])
    }
  }

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => sendChosen(currentTarget)
  return (
    <div className="lw-files">
      {kept.length > 0 && <p className="lw-hint">{parts.kept}</p>}
      {kept.map((answer) => {
        const file = uploadedFile(answer)
        return (
          <label className="lw-option" key={answer}>
            <input type="checkbox" name={htmlName} value={answer} defaultChecked />
            <span className="lw-file">
              {file?.name} <span className="lw-file-size">{sizeText(file?.bytes ?? 0, form.locale)}</span>
            </span>
          </label>
        )
      })}
      {underway.map(({ key, name: called, share, stop }) => (
        <div className="lw-file-underway" key={key}>
          <input type="hidden" name={htmlName} value={refusedFile('fileLoading', called)} />
          <span className="lw-file">{called}</span>
          <progress value={share} aria-label={`${called}: ${parts.loading ?? ''}`} />
          <button type="button" className="lw-link" onClick={() => stop.abort()}>
            {parts.cancel} <span className="lw-hidden">{called}</span>
          </button>
        </div>
      ))}
      <div role="alert">
        {refused.map((message) => (
          <ErrorMessage key={message} id={`${id}-refused`} message={message} />
        ))}
      </div>
      <input
        ref={input}
        className="lw-input lw-file-input"
        id={id}
        name={fileControlName(name)}
        type="file"
        multiple={Number(schema.maxItems) > 1}
        accept={files?.accept.flatMap((type) => [`.${type}`, fileTypes[type]]).join(',')}
        capture={files?.capture}
        autoFocus={focus === name}
        onChange={change}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy(id, help !== undefined, errors[name] !== undefined)}
      />
      <p className="lw-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
