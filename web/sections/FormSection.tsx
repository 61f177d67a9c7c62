import { useTranslation } from 'react-i18next'
import { Form } from 'react-router-dom'
import { control } from '#engine/core/turn.ts'
import { StepForm } from '#engine/react/StepForm.tsx'
import type { SectionProps } from './kinds.ts'
import { Thanks } from './Thanks.tsx'

/** A form, shown step by step. It posts to itself, so it works without JavaScript. */
export function FormSection({ section, view, state }: SectionProps<'form'>) {
  const { t } = useTranslation()
  if (!state) return null
  const { form, hash } = state.version
  if (state.outcome === 'sent') return <Thanks form={form} path={view.path} />
  return (
    <section id={section.id} className="column">
      {state.outcome === 'busy' && (
        <div className="lw-summary" role="alert" tabIndex={-1} autoFocus>
          <h2>{t('refusedTitle')}</h2>
          <p>{t('busyText')}</p>
        </div>
      )}
      <Form method="post" action={`${view.path}?step=${state.turn.step}`} discover="none" noValidate>
        <input type="hidden" name={control.definition} value={hash} />
        {state.key !== null && <input type="hidden" name={control.key} value={state.key} />}
        <StepForm form={form} turn={state.turn} arrived={state.key !== null} t={t} />
      </Form>
    </section>
  )
}
