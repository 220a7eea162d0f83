import type { WireSecurity } from '@terrace/contracts/security'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { AppRow } from './app-row.tsx'
import { OtherSessionsOffer } from './other-sessions-offer.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { securityQuery } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'

/** Passkeys, authenticator app and recovery codes: add, replace and remove. */
export function SecondFactorSection() {
  const query = useQuery(securityQuery())
  const { data, error } = query
  // Shown once, after they were created.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const section = useRef<HTMLDivElement>(null)
  useListFocus({ list: section, rows: () => [...(section.current?.querySelectorAll('button') ?? [])] })
  return (
    <div ref={section}>
      <TitledSection heading="Second factor">
        {data && <Requirement security={data} />}
        {data && <OtherSessionsOffer security={data} />}
        <Panel>
          {data ? (
            <div className="divide-y divide-line">
              <PasskeyList passkeys={data.passkeys} onCodes={setCodes} />
              <AppRow app={data.authenticator_app} onCodes={setCodes} />
              {!data.methods.includes('password') && (
                <RecoveryCodesRow left={data.recovery_codes_left} onCodes={setCodes} />
              )}
            </div>
          ) : error ? (
            <LoadError title="Couldn’t load your second factor" query={query} />
          ) : (
            <SkeletonRegion label="Loading your second factor" className="space-y-3 px-4 py-4 sm:px-5">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-64" />
              <Skeleton className="h-5 w-48" />
            </SkeletonRegion>
          )}
        </Panel>
      </TitledSection>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

/** Says who requires a second factor of an account that has none. */
function Requirement({ security: { required, methods } }: { security: WireSecurity }) {
  if (!required || !methods.includes('password')) return null
  const from = required.from === null ? null : inViewerTimeZone(required.from)
  return (
    <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />} className="mb-3">
      {from === null
        ? 'Your role requires a second factor. Add a passkey or an authenticator app.'
        : `Your team requires a second factor from ${from}. Add a passkey or an authenticator app before then.`}
    </Notice>
  )
}
