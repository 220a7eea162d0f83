import type { WireAccountExport } from '@terrace/contracts/account-exports'
import { useState } from 'react'
import { FactorRow } from '#web/features/accounts/security/factor-row.tsx'
import { sizeText } from '#web/lib/format/file-size.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useDeleteExport, useDownloadExport, useRequestExport } from './mutations.ts'

interface DataExportRowProps {
  found: WireAccountExport | null
  retentionDays: number
}

/** The state of the export, with its buttons. */
export function DataExportRow({ found, retentionDays }: DataExportRowProps) {
  const request = useRequestExport()
  const state = found?.state ?? 'none'
  return (
    <FactorRow
      icon={<DownloadIcon />}
      title={titles[state]}
      text={
        <span role="status">
          {found?.state === 'ready' ? readyText(found) : textOf(found?.state, retentionDays)}
        </span>
      }
      actions={
        found?.state === 'ready' ? (
          <ReadyActions key={found.id} id={found.id} />
        ) : (
          found?.state !== 'running' && (
            <Button size="sm" isPending={request.isPending} onPress={() => request.mutate()}>
              Download my data
            </Button>
          )
        )
      }
    >
      {request.isError && (
        <div className="mt-3">
          <ActionError error={request.error} />
        </div>
      )}
    </FactorRow>
  )
}

const titles = {
  none: 'Download your data',
  running: 'Preparing your data',
  ready: 'Your data is ready',
  failed: 'Your data couldn’t be prepared',
} as const

function textOf(state: 'running' | 'failed' | undefined, retentionDays: number): string {
  if (state === 'running') return 'This can take a few minutes. We email you when it is ready.'
  if (state === 'failed') return 'Request a new export. If that fails too, contact us.'
  return `A ZIP file with your profile, activity, orders, invoices, quotes and tickets. We email you when it is ready, and keep it for ${retentionDays === 1 ? 'one day' : `${retentionDays} days`}.`
}

function readyText({ size, expires_at: expiresAt }: WireAccountExport): string {
  return [
    'ZIP file',
    size === null ? '' : sizeText(size),
    expiresAt === null ? '' : `available until ${inViewerTimeZone(expiresAt)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function ReadyActions({ id }: { id: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const download = useDownloadExport()
  const remove = useDeleteExport()
  const error = download.error ?? remove.error
  return (
    <>
      <Button size="sm" isPending={download.isPending} onPress={() => download.mutate(id)}>
        Download
      </Button>
      <Button size="sm" isPending={remove.isPending} onPress={() => setConfirming(true)}>
        Delete
      </Button>
      {error && (
        <div className="w-full">
          <ActionError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title="Delete this export?"
        message="You can request a new one at any time."
        confirmLabel="Delete export"
        tone="danger"
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          remove.mutate(id)
        }}
      />
    </>
  )
}
