import { useEffect, useMemo, useRef } from 'react'
import { I18nextProvider } from 'react-i18next'
import { ScrollRestoration, useActionData, useLoaderData } from 'react-router-dom'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { translator } from '#engine/catalog/words/translator.ts'
import { layoutOf } from '../chrome/layouts.ts'
import { sectionOf } from '../sections/loaded-sections.ts'
import { focusHeading } from '../ui/focus-heading.ts'
import { Document } from './Document.tsx'
import type { FormState, PageData } from './page-data.ts'
import { Unreached } from './Unreached.tsx'

/** The whole document of any page: its layout around its sections. */
export function Page() {
  const { view, form } = useLoaderData<PageData>()
  const answered = useActionData<FormState>()
  const words = useMemo(() => translator(view.locale, view.words), [view])
  const state = answered ?? form
  const Layout = layoutOf(view.layout)
  // Another page, or the form's first screen again: steps and thanks take the focus themselves.
  const place = isBegun(state) ? '' : view.path
  const lastPlace = useRef(place)
  useEffect(() => {
    if (place !== '' && place !== lastPlace.current) focusHeading()
    lastPlace.current = place
  }, [place])
  return (
    <I18nextProvider i18n={words}>
      <Document view={view} state={state}>
        <ScrollRestoration />
        <Layout view={view}>
          {shownSections(view.sections, state).map((section) => {
            const Section = sectionOf(section.kind)
            return <Section key={section.id} section={section} view={view} state={state} />
          })}
        </Layout>
        <Unreached />
      </Document>
    </I18nextProvider>
  )
}

function isBegun(state: FormState | null): boolean {
  return state !== null && (state.key !== null || state.outcome !== 'open')
}

/** Who has begun the form sees nothing but the form. */
function shownSections(sections: PageView['sections'], state: FormState | null): PageView['sections'] {
  return isBegun(state) ? sections.filter(({ kind }) => kind === 'form') : sections
}
