import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inventoryProfilesRoutes, type WireInventoryProfile } from '@terrace/contracts/inventory-profiles'
import { useRef, useState } from 'react'
import { counted } from '#web/features/inventory/texts.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { profilesKey, profilesQuery } from '#web/features/inventory-imports/data/queries.ts'
import { SubPage } from '#web/features/inventory-imports/sub-page.tsx'
import { modeTitles } from '#web/features/inventory-imports/texts.ts'

interface ProfilesPageProps {
  onList: () => void
  onOpen: (profileId: string) => void
}

/** What the team's files mean, by kind of file. */
export function ProfilesPage({ onList, onOpen }: ProfilesPageProps) {
  const profiles = useQuery(profilesQuery())
  const [archived, setArchived] = useState<WireInventoryProfile | null>(null)
  return (
    <SubPage parent="Import" onParent={onList} title="Profiles">
      {!profiles.data && profiles.error === null && <Skeleton className="m-5 h-40" />}
      {!profiles.data && profiles.error !== null && (
        <LoadError title="Couldn’t load your profiles" query={profiles} />
      )}
      {profiles.data?.length === 0 && (
        <EmptyState
          title="No profiles yet"
          message="A profile says what the columns of a kind of file mean. Upload a file, and you confirm its profile once."
        />
      )}
      {profiles.data && <ProfileList profiles={profiles.data} onOpen={onOpen} onArchive={setArchived} />}
      {archived && <ArchiveDialog profile={archived} onClose={() => setArchived(null)} />}
    </SubPage>
  )
}

interface ProfileListProps {
  profiles: readonly WireInventoryProfile[]
  onOpen: (profileId: string) => void
  onArchive: (profile: WireInventoryProfile) => void
}

/** Its own component, so that it passes the focus on before the page takes it to its title. */
function ProfileList({ profiles, onOpen, onArchive }: ProfileListProps) {
  const list = useRef<HTMLUListElement>(null)
  useListFocus({ list, rows: () => [...(list.current?.querySelectorAll('button') ?? [])] })
  return (
    <ul ref={list} className="divide-y divide-line">
      {profiles.map((profile) => (
        <li
          key={profile.id}
          className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3 text-sm max-sm:px-4"
        >
          <span className="min-w-48 flex-1">
            <span className="block font-semibold">{profile.name}</span>
            <span className="tabular block text-xs text-muted">
              {modeTitles[profile.settings.mode]} · {profile.settings.currency} ·{' '}
              {counted(profile.live_listings, 'listing')} on sale · version {profile.version} of{' '}
              {inViewerTimeZone(profile.updated_at)}
            </span>
          </span>
          <Button size="sm" aria-label={`Edit ${profile.name}`} onPress={() => onOpen(profile.id)}>
            Edit
          </Button>
          <ExplainedButton
            reason={refusal('list')}
            size="sm"
            tone="quiet"
            aria-label={`Archive ${profile.name}`}
            onPress={() => onArchive(profile)}
          >
            Archive
          </ExplainedButton>
        </li>
      ))}
    </ul>
  )
}

function ArchiveDialog({ profile, onClose }: { profile: WireInventoryProfile; onClose: () => void }) {
  const client = useQueryClient()
  const archive = useMutation({
    mutationFn: () => call(inventoryProfilesRoutes.archive, { params: { profile_id: profile.id } }),
    onSuccess: () => {
      onClose()
      return client.invalidateQueries({ queryKey: profilesKey })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Archive ${profile.name}?`}
      message={
        <>
          {profile.live_listings === 0
            ? 'No more files can be imported with it.'
            : `No more files can be imported with it. Its ${counted(profile.live_listings, 'listing')} stay on sale, and no file withdraws them.`}
          {archive.error && (
            <span role="alert" className="mt-2 block font-medium text-danger">
              {errorText(archive.error)}
            </span>
          )}
        </>
      }
      confirmLabel="Archive"
      isPending={archive.isPending}
      onConfirm={() => archive.mutate()}
      onCancel={onClose}
    />
  )
}
