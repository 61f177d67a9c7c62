import type { Progress } from '#engine/form/journey/progress.ts'
import type { Translate } from '#engine/form/journey/sentence.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { hereId } from './control-id.ts'
import { Words } from './Words.tsx'

interface Props {
  /** Begins the ids of the form. */
  prefix: string
  form: ResolvedForm
  step: string
  /** The step's number on this route, from 1. */
  at: number
  count: number
  /** Set where progress is told in per cent. */
  progress: Progress | null
  /** Whether it takes the focus, so that a screen reader begins here. */
  focus: boolean
  /** 2 where the page has a heading of its own above. */
  level: 1 | 2
  t: Translate
}

/** Where the visitor is: a slim line, “Step 2 of 3” in words, and the step's title. */
export function StepHeading({ prefix, form, step: id, at, count, progress, focus, level, t }: Props) {
  const Heading = `h${level}` as const
  const step = form.steps.find((other) => other.id === id)
  const description = step?.description ?? (at === 1 ? form.description : undefined)
  const words = t('progress', { at, count })
  const isCounted = count > 1 && !progress
  return (
    <div className="lw-head">
      {progress && <PercentProgress progress={progress} t={t} />}
      <div className="lw-where">
        {isCounted && (
          <>
            <progress className="lw-hidden" value={at} max={count} aria-label={words} />
            <p>{words}</p>
          </>
        )}
        <Heading
          id={focus ? hereId(prefix) : undefined}
          className="lw-heading lw-step-heading"
          tabIndex={-1}
          autoFocus={focus}
        >
          {step?.title}
        </Heading>
        {isCounted && (
          <ol className="lw-segments" aria-hidden>
            {Array.from({ length: count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are counted, and nothing else
              <li key={index} className={segmentClass(index + 1, at)} />
            ))}
          </ol>
        )}
      </div>
      {description !== undefined && (
        <p className={step?.description === undefined ? 'lw-lead lw-lead-form' : 'lw-lead'}>
          <Words text={description} />
        </p>
      )}
    </div>
  )
}

function segmentClass(number: number, at: number): string | undefined {
  if (number === at) return 'lw-segment-now'
  return number < at ? 'lw-segment-done' : undefined
}

/** How much of an application is answered, and which of its groups are complete. */
function PercentProgress({ progress: { value, status, groups }, t }: { progress: Progress; t: Translate }) {
  const words = t(status === 'ready' ? 'percentReady' : 'percent', { value: value / 100 })
  return (
    <div className="lw-progress">
      <progress value={value} max={100} aria-label={words} />
      <p>{words}</p>
      <ul className="lw-progress-groups">
        {groups.map(({ id, title, valid }) => (
          <li key={id} className={valid ? 'lw-progress-valid' : undefined}>
            {t(valid ? 'groupValid' : 'groupOpen', { title })}
          </li>
        ))}
      </ul>
    </div>
  )
}
