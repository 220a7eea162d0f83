import { Button } from '#web/ui/controls/button.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { pathNames } from './draft-fields.ts'
import type { useDraft } from './use-draft.ts'

/** Shows which fields another device changed: those applied here, and those that conflict with local edits. */
export function RemoteChangeNotice({
  remoteChanges,
}: {
  remoteChanges: ReturnType<typeof useDraft>['remoteChanges']
}) {
  const { applied, conflicting, dismiss, acceptRemote } = remoteChanges
  return (
    <div role="status" className="not-empty:mb-3">
      {(applied.length > 0 || conflicting.length > 0) && (
        <Notice tone={conflicting.length > 0 ? 'signal' : 'neutral'} icon={<InfoIcon aria-hidden />}>
          {applied.length > 0 && <p>Updated from another device: {pathNames(applied)}.</p>}
          {conflicting.length > 0 && (
            <p>Also edited on another device: {pathNames(conflicting)}. Your version was kept.</p>
          )}
          <div className="mt-2 flex flex-wrap gap-2">
            {conflicting.length > 0 && (
              <Button size="sm" onPress={acceptRemote}>
                Use the other version
              </Button>
            )}
            <Button size="sm" tone="quiet" onPress={dismiss} className="first:-ml-3">
              {conflicting.length > 0 ? 'Keep mine' : 'OK'}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
