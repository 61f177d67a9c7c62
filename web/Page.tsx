import { useActionData, useLoaderData } from 'react-router-dom'
import { Document } from './layouts/Document.tsx'
import { layouts } from './layouts/kinds.ts'
import type { FormState, PageData } from './routes.tsx'
import { sections } from './sections/kinds.ts'

/** The whole document of any page: its layout around its sections. */
export function Page() {
  const { view, form } = useLoaderData<PageData>()
  const answered = useActionData<FormState>()
  const Layout = layouts[view.layout]
  const state = answered ?? form
  return (
    <Document view={view} state={state}>
      <Layout view={view}>
        {view.sections.map((section) => {
          const Section = sections[section.kind] as (typeof sections)['form']
          return <Section key={section.id} section={section as never} view={view} state={state} />
        })}
      </Layout>
    </Document>
  )
}
