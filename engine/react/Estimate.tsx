import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { estimateOf, estimateText, journey, knowsTables, readAnswers } from '#engine/form/journey'
import type { Judges, ResolvedForm, Translate } from '#engine/form/model'
import { Words } from './Words.tsx'

export interface EstimateProps {
  form: ResolvedForm
  /** The figure for the answers that the page came with, in words. */
  shown?: string | undefined
  /** Set once all is fetched that computes values. */
  judges?: Judges | undefined
  t: Translate
}

/** How long answers must stay as they are before a screen reader hears of their figure, in ms. */
const pauseMs = 1200

/** The figure that a form comes to so far, below its questions. It follows what is typed; without a script the next step has it. */
export function Estimate({ form, shown = '', judges, t }: EstimateProps) {
  const [figure, setFigure] = useState(shown)
  const [said, setSaid] = useState('')
  const element = useRef<HTMLDivElement>(null)
  const first = useRef(shown)
  const { title = '', assumption = '', sample } = form.estimate ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the judges come the tables
  useLayoutEffect(() => {
    const parent = element.current?.closest('form')
    if (!parent) return
    let frame = 0
    const update = () => {
      // What the server has found stays until it can be found here.
      if (!knowsTables(form)) return
      const entries = [...new FormData(parent)].map(([name, value]) => [name, String(value)] as const)
      const found = estimateOf(form, journey(form, readAnswers(form, entries)))
      setFigure(found ? estimateText(found, form) : '')
    }
    // A slider moves its input after the event that tells of it.
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    update()
    parent.addEventListener('input', soon)
    return () => {
      cancelAnimationFrame(frame)
      parent.removeEventListener('input', soon)
    }
  }, [form, judges])

  useEffect(() => {
    // A page that comes with a figure has it in its text.
    if (figure === first.current) return
    first.current = ''
    const timer = setTimeout(() => setSaid(figure && `${title}: ${figure}`), pauseMs)
    return () => clearTimeout(timer)
  }, [figure, title])

  return (
    <div ref={element}>
      <div className="lw-estimate" hidden={figure === ''}>
        <p className="lw-estimate-title">
          {title} {sample && <span className="lw-estimate-sample">{t('sample')}</span>}
        </p>
        <p className="lw-estimate-figure">{figure}</p>
        <p className="lw-estimate-note">
          <Words text={assumption} />
        </p>
      </div>
      <p className="lw-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
