import type { Progress } from '#engine/form/journey/progress.ts'
import type { Translate } from '#engine/form/journey/sentence.ts'

/** How much of an application is answered, and which of its groups are complete. */
export function PercentProgress({ progress: { value, status, groups }, t }: { progress: Progress; t: Translate }) {
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
