import type { WireApiKey } from '@terrace/contracts/inventory-api-keys'
import { useState } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useRevokeApiKey } from './api-key-queries.ts'

const stateNames = { expired: 'Expired', revoked: 'Revoked' } as const

export function ApiKeyRow({ apiKey }: { apiKey: WireApiKey }) {
  const { id, name, prefix, profile, state } = apiKey
  const [isConfirming, setConfirming] = useState(false)
  const revoke = useRevokeApiKey()
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium [overflow-wrap:anywhere]">
            {name}
            <code className="font-mono text-xs font-normal text-muted">{prefix}…</code>
            {state !== 'active' && <Badge>{stateNames[state]}</Badge>}
          </p>
          <p className="tabular mt-0.5 text-xs text-muted">
            {profile.name} · {usageText(apiKey)}
          </p>
        </div>
        {state === 'active' && (
          <Button
            size="sm"
            aria-label={`Revoke ${name}`}
            isPending={revoke.isPending}
            onPress={() => setConfirming(true)}
          >
            Revoke
          </Button>
        )}
      </div>
      {revoke.error && (
        <div className="mt-2">
          <ActionError error={revoke.error} />
        </div>
      )}
      <ConfirmDialog
        title={`Revoke “${name}”?`}
        message="The system that uses it can’t send files any more, from its next request on. This can’t be undone."
        confirmLabel="Revoke key"
        tone="danger"
        isOpen={isConfirming}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          revoke.mutate(id)
        }}
      />
    </li>
  )
}

function usageText({ created_at: created, created_by: by, last_used_at: used, ...key }: WireApiKey): string {
  const end = key.revoked_at
    ? `revoked ${inViewerTimeZone(key.revoked_at)}`
    : `${key.state === 'expired' ? 'expired' : 'expires'} ${inViewerTimeZone(key.expires_at)}`
  return [
    used === null ? 'not used yet' : `last used ${inViewerTimeZone(used)}`,
    end,
    `created ${inViewerTimeZone(created)}${by === null ? '' : ` by ${by}`}`,
  ].join(' · ')
}
