import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { dialectsQuery } from '#web/features/inventory-imports/data/queries.ts'
import { SubPage } from '#web/features/inventory-imports/sub-page.tsx'
import type { InspectedFile } from '#web/features/inventory-imports/upload/inspect-file.ts'
import {
  chooseSheet,
  removeUpload,
  sendWith,
  useUploads,
} from '#web/features/inventory-imports/upload/upload-queue.ts'
import { ChooseProfile } from './choose-profile.tsx'
import { NewProfile } from './new-profile.tsx'

interface ConfirmPageProps {
  uploadId: string
  searchEvents: SearchEvents
  onDone: () => void
}

/** Says what a file means: with a profile that fits, or with a new one. The file is sent then. */
export function ConfirmPage({ uploadId, searchEvents, onDone }: ConfirmPageProps) {
  const upload = useUploads().find(({ id }) => id === uploadId)
  const inspected = upload?.inspected
  // After a reload the browser no longer has the file.
  const isGone = !inspected
  useEffect(() => {
    if (isGone) onDone()
  }, [isGone, onDone])
  if (!inspected) return null
  return (
    <SubPage
      parent="Import"
      onParent={onDone}
      title={upload.file.name}
      actions={
        <Button
          size="sm"
          onPress={() => {
            removeUpload(uploadId)
            onDone()
          }}
        >
          Do not import
        </Button>
      }
    >
      {inspected.sheets.length > 1 && (
        <p className="flex items-center gap-3 px-5 pt-5 text-sm max-sm:px-4">
          Sheet
          <NativeSelect
            label="Sheet"
            options={inspected.sheets.map((name) => ({ id: name, name }))}
            value={inspected.sheet}
            onChange={(sheet) => chooseSheet(uploadId, sheet)}
          />
        </p>
      )}
      <Decision
        // Another sheet has other columns.
        key={inspected.sheet}
        inspected={inspected}
        fileName={upload.file.name}
        searchEvents={searchEvents}
        onDecided={(profileId, eventId) => {
          sendWith(uploadId, { profileId, eventId, isAutomatic: false })
          onDone()
        }}
      />
    </SubPage>
  )
}

interface DecisionProps {
  inspected: InspectedFile
  fileName: string
  searchEvents: SearchEvents
  onDecided: (profileId: string, eventId: number | undefined) => void
}

function Decision({ inspected, fileName, searchEvents, onDecided }: DecisionProps) {
  const [isNew, setNew] = useState(inspected.profiles.length === 0)
  const dialects = useQuery(dialectsQuery())
  if (!isNew)
    return (
      <ChooseProfile
        fitting={inspected.profiles}
        searchEvents={searchEvents}
        onChoose={onDecided}
        onNew={() => setNew(true)}
      />
    )
  return (
    <NewProfile
      inspected={inspected}
      dialect={dialects.data?.find(({ name }) => name === inspected.dialect)}
      fileName={fileName}
      searchEvents={searchEvents}
      onCreated={onDecided}
    />
  )
}
