import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { KeyIcon, PlusIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { apiKeysQuery } from './api-key-queries.ts'
import { ApiKeyRow } from './api-key-row.tsx'
import { CurlExample } from './curl-example.tsx'

const loadDialog = async () => ({ default: (await import('./create-key-dialog.tsx')).CreateKeyDialog })

/** Keys with which the seller's system sends inventory files: create, recognise, revoke. */
export function ApiKeys() {
  const query = useQuery(apiKeysQuery())
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const preload = () => void preloadComponent(loadDialog)
  const { data, error } = query
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-130">
          <h1 className="text-xl">API keys</h1>
          <p className="mt-1 text-muted">
            With a key, your system sends its stock without a browser. Each key is for the files of one
            profile.
          </p>
        </div>
        {data && (
          <ExplainedButton
            reason={
              data.can_manage
                ? refusal('list')
                : 'Only owners of your team create API keys. A key can put stock on sale and take it off.'
            }
            tone="primary"
            icon={<PlusIcon aria-hidden className="size-4" />}
            aria-haspopup="dialog"
            onHoverStart={preload}
            onFocus={preload}
            onPress={() => setState('open')}
          >
            Create key
          </ExplainedButton>
        )}
      </div>
      <Panel>
        {data ? (
          !data.can_manage ? (
            <EmptyState
              icon={<KeyIcon />}
              title="Only owners manage API keys"
              message="A key can put stock on sale and take it off. Ask an owner of your team to create or revoke one."
            />
          ) : data.keys.length === 0 ? (
            <EmptyState
              icon={<KeyIcon />}
              title="No API keys"
              message="Create one when your system is ready to send files by itself."
            />
          ) : (
            <ul className="divide-y divide-line px-4 sm:px-5">
              {data.keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} />
              ))}
            </ul>
          )
        ) : error ? (
          <LoadError title="Couldn’t load the API keys" query={query} />
        ) : (
          <SkeletonRegion label="Loading API keys" className="space-y-2 px-4 py-4 sm:px-5">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-4 w-64" />
          </SkeletonRegion>
        )}
      </Panel>
      {data?.can_manage && <CurlExample secret="invkey_…" />}
      {state !== 'unused' && (
        <LazyPart load={loadDialog} props={{ isOpen: state === 'open', onClose: () => setState('closed') }} />
      )}
    </div>
  )
}
