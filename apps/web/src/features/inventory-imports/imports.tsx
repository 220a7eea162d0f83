import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { importListKey } from './data/queries.ts'
import { defaultView, type ImportPlace } from './import-place.ts'
import { ImportsPage } from './list/imports-page.tsx'
import { DropArea } from './upload/drop-area.tsx'
import { addFiles, useUploads } from './upload/upload-queue.ts'

interface ImportsProps {
  place: ImportPlace
  go: (place: ImportPlace, replace?: boolean) => void
  searchEvents: SearchEvents
}

const loadConfirm = async () => ({ default: (await import('./profile/confirm-page.tsx')).ConfirmPage })
const loadImport = async () => ({ default: (await import('./preview/import-page.tsx')).ImportPage })
const loadProfiles = async () => ({ default: (await import('./profile/profiles-page.tsx')).ProfilesPage })
const loadProfile = async () => ({ default: (await import('./profile/profile-page.tsx')).ProfilePage })

/** Files of a seller's stock: upload, confirm what they mean, check what they would do, apply and undo. */
export function Imports({ place, go, searchEvents }: ImportsProps) {
  useTitle('Import')
  useFollowUploads(place, go)
  const add = (files: Iterable<File>) => {
    addFiles(files)
    if (place.kind !== 'list') go({ kind: 'list' })
  }
  return (
    <DropArea onFiles={add}>
      <Place place={place} go={go} searchEvents={searchEvents} onFiles={add} />
    </DropArea>
  )
}

const pending = <Skeleton className="m-5 h-64" />

function Place({
  place,
  go,
  searchEvents,
  onFiles,
}: ImportsProps & { onFiles: (files: Iterable<File>) => void }) {
  const toList = () => go({ kind: 'list' })
  switch (place.kind) {
    case 'list':
      return <ImportsPage go={go} onFiles={onFiles} />
    case 'confirm':
      return (
        <LazyPart
          key={place.uploadId}
          load={loadConfirm}
          pending={pending}
          props={{ uploadId: place.uploadId, searchEvents, onDone: toList }}
        />
      )
    case 'import':
      return (
        <LazyPart
          key={place.id}
          load={loadImport}
          pending={pending}
          props={{
            id: place.id,
            view: place.view,
            onView: (view) => go({ ...place, view }, true),
            searchEvents,
            onList: toList,
            onFiles,
          }}
        />
      )
    case 'profiles':
      return (
        <LazyPart
          load={loadProfiles}
          pending={pending}
          props={{ onList: toList, onOpen: (id: string) => go({ kind: 'profile', id }) }}
        />
      )
    default:
      return (
        <LazyPart
          key={place.id}
          load={loadProfile}
          pending={pending}
          props={{ id: place.id, onDone: () => go({ kind: 'profiles' }) }}
        />
      )
  }
}

/**
 * Goes on where a file needs a person: to the confirmation of what it means, and to the preview of a file that was the
 * only one.
 */
function useFollowUploads(place: ImportPlace, go: ImportsProps['go']): void {
  const client = useQueryClient()
  const uploads = useUploads()
  const followed = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const steps = uploads.map(({ id, step }) => `${id} ${step.kind}`)
    // What was there before the page opened is on the list.
    const known = followed.current ?? new Set(steps)
    followed.current = new Set(steps)
    const fresh = uploads.filter(({ id, step }) => !known.has(`${id} ${step.kind}`))
    const received = fresh.filter(({ step }) => step.kind === 'received')
    if (received.length > 0) void client.invalidateQueries({ queryKey: importListKey })
    if (place.kind !== 'list') return
    const undecided = fresh.find(({ step }) => step.kind === 'undecided')
    const [only, ...others] = uploads
    if (undecided) go({ kind: 'confirm', uploadId: undecided.id })
    else if (only?.step.kind === 'received' && others.length === 0 && received.includes(only))
      go({ kind: 'import', id: only.step.importId, view: defaultView })
  })
}
