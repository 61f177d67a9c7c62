import type { FooterView } from '#engine/site/frame/frame-view.ts'
import { SampleMark } from '../ui/SampleMark.tsx'

/** The operating company in one line; the imprint has the rest. */
export function CompanyLine({ company: { name, address, sample } }: { company: NonNullable<FooterView['company']> }) {
  return (
    <p>
      {[name, ...address].join(', ')}
      {sample && <SampleMark />}
    </p>
  )
}
