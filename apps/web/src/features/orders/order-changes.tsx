import type { WireOrderChange } from '@terrace/contracts/orders'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Disclosure } from './disclosure.tsx'

const fieldNames: Readonly<Record<WireOrderChange['field'], string>> = {
  client: 'Client',
  reference: 'Your reference',
  internal_note: 'Internal note',
}

/** Changes of client, reference and note with author and time, latest first. Hidden if there are none. */
export function OrderChanges({ changes }: { changes: readonly WireOrderChange[] }) {
  if (changes.length === 0) return null
  return (
    <Disclosure title="History">
      <ol className="space-y-2">
        {changes.toReversed().map(({ field, from, to, at, actor_name: actor }) => (
          <li key={`${at} ${field}`}>
            <p>
              <span className="font-medium">{fieldNames[field]}</span>
              <span className="tabular text-muted"> · {inViewerTimeZone(at)}</span>
            </p>
            <p className="[overflow-wrap:anywhere] whitespace-pre-line">
              <span className="sr-only">from </span>
              {from ?? 'None'}
              <span aria-hidden> → </span>
              <span className="sr-only"> to </span>
              {to ?? 'None'}
            </p>
            <p className="text-muted">{actor}</p>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
