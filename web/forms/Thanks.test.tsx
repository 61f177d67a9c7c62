import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import type { ThankYou as ThanksWords } from '../../engine/form/model/form.ts'
import { resolved } from '../../engine/form/testing/forms.ts'
import { Thanks } from './Thanks.tsx'

const form = resolved({
  locales: ['en'],
  title: 'Solar',
  steps: { you: { title: 'You', fields: { email: { kind: 'email', title: 'E-mail' } } } },
})
const thanks: ThanksWords = {
  title: 'Thank you',
  text: 'We call you, as our [privacy policy](/privacy) says.',
  alerts: { tenant: { when: { email: 'x' }, title: 'Sorry', text: 'Read [what you can do](/tenants).' } },
}

function html(alert: string | null, more: ThanksWords = {}, reference?: string, withdrawBy?: string): string {
  const ending = { alert, shown: [], ...(reference && { reference }) }
  const thankYou = { ...thanks, ...more }
  const page = (
    <Thanks
      {...{ id: 'lead', form: { ...form, thankYou }, ending, level: 1, arrives: true }}
      recipients="[Sun Ltd](https://sun.example)"
      withdrawBy={withdrawBy}
    />
  )
  return renderToStaticMarkup(<I18nextProvider i18n={i18next}>{page}</I18nextProvider>)
}

test('links in thanks and alerts are drawn as links', async () => {
  await i18next.init({ lng: 'en', resources: {} })
  expect(html(null)).toContain('We call you, as our <a href="/privacy">privacy policy</a> says.')
  expect(html('tenant')).toContain('Read <a href="/tenants">what you can do</a>.')
})

test('thanks say who has the answers, what to prepare, the reference and one way on; alerts say what they say', async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: { submitNote: 'Only to {{recipients}}.' } } } })
  const more = { prepare: 'Have your bill ready.', link: { label: 'Compare energy', to: '/energy' } }
  const said = html(null, more, '7F31-A09C')
  expect(said).toContain('Only to <a href="https://sun.example">Sun Ltd</a>.')
  expect(said).toContain('Have your bill ready.')
  expect(said).toContain('7F31-A09C')
  expect(said).toContain('href="/energy"')
  expect(html('tenant', more)).not.toContain('Have your bill ready.')
})

test('where no mail comes, thanks say to whom to write', async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: { thanksWithdrawBy: 'Write to {{email}}.' } } } })
  expect(html(null, {}, '7F31-A09C', 'post@sun.example')).toContain(
    'Write to <a href="mailto:post@sun.example">post@sun.example</a>.',
  )
  expect(html('tenant', {}, '7F31-A09C', 'post@sun.example')).not.toContain('post@sun.example')
})
