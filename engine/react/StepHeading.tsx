import type { ResolvedForm } from '#engine/core/definition/form.ts'
import type { Progress } from '#engine/core/filling/progress.ts'
import type { Translate } from '#engine/core/filling/sentence.ts'
import { hereId } from './control-id.ts'
import { PercentProgress } from './PercentProgress.tsx'
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
  return (
    <>
      {progress && <PercentProgress progress={progress} t={t} />}
      {count > 1 && !progress && (
        <div className="lw-progress">
          <progress value={at} max={count} aria-label={words} />
          <p>{words}</p>
        </div>
      )}
      <Heading
        id={focus ? hereId(prefix) : undefined}
        className="lw-heading lw-step-heading"
        tabIndex={-1}
        autoFocus={focus}
      >
        {step?.title}
      </Heading>
      {description !== undefined && (
        <p className="lw-lead">
          <Words text={description} />
        </p>
      )}
    </>
  )
}
