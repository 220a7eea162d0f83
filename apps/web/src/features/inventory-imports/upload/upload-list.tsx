import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { sizeText } from '#web/lib/format/file-size.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import { profilesQuery } from '#web/features/inventory-imports/data/queries.ts'
import { removeUpload, retryUpload, sendWith, useUploads, type Upload } from './upload-queue.ts'

interface UploadListProps {
  onConfirm: (uploadId: string) => void
  onOpen: (importId: string) => void
}

/** The files of this visit, with what each one needs. */
export function UploadList({ onConfirm, onOpen }: UploadListProps) {
  const uploads = useUploads()
  useRetryOnline(uploads)
  useWarnBeforeLeaving(uploads.some(({ step }) => step.kind === 'sending' || step.kind === 'waiting'))
  return (
    <section aria-label="Uploads" className="border-b border-line bg-paper">
      <ul className="divide-y divide-line-soft">
        {uploads.map((upload) => (
          <li
            key={upload.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2.5 text-sm max-sm:px-4"
          >
            <span className="min-w-40 flex-1">
              <span className="block truncate font-semibold">{upload.file.name}</span>
              <Status upload={upload} />
            </span>
            <ProfileChoice upload={upload} />
            <Actions upload={upload} onConfirm={onConfirm} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Status({ upload: { file, step, inspected } }: { upload: Upload }) {
  const size = sizeText(file.size)
  switch (step.kind) {
    case 'inspecting':
      return <Line>Reading its columns…</Line>
    case 'undecided':
      return (
        <Line tone="text-signal">
          {inspected && inspected.profiles.length > 0
            ? 'Say how this file is to be read.'
            : 'The first file of its kind: confirm what its columns mean.'}
        </Line>
      )
    case 'waiting':
      return <Line>{size}, waiting for the file before it</Line>
    case 'sending':
      return (
        <span className="block max-w-md">
          <Line>
            {step.sent < file.size
              ? `${sizeText(step.sent)} of ${size} sent`
              : `${size} sent, waiting for the server`}
          </Line>
          <ProgressBar
            className="mt-1"
            label={`Sending ${file.name}`}
            value={Math.min(step.sent, file.size)}
            max={file.size}
          />
        </span>
      )
    case 'received':
      return <Line>{size}, uploaded</Line>
    default:
      return (
        <span role="alert" className="block text-xs font-medium text-danger">
          {step.message}
        </span>
      )
  }
}

function Line({ children, tone = 'text-muted' }: { children: ReactNode; tone?: string }) {
  return (
    <span role="status" className={`tabular block text-xs ${tone}`}>
      {children}
    </span>
  )
}

/** The profile that reads the file; another choice imports it again. */
function ProfileChoice({ upload: { id, file, step, choice } }: { upload: Upload }) {
  const profiles = useQuery({ ...profilesQuery(), enabled: choice !== null })
  if (!choice || step.kind === 'unusable' || !profiles.data) return null
  return (
    <span className="flex items-center gap-2 text-xs text-muted">
      {choice.isAutomatic ? 'Profile, chosen by its columns' : 'Profile'}
      <NativeSelect
        label={`Profile of ${file.name}`}
        options={profiles.data.map((profile) => ({ id: profile.id, name: profile.name }))}
        value={choice.profileId}
        onChange={(profileId) => sendWith(id, { ...choice, profileId, isAutomatic: false })}
      />
    </span>
  )
}

function Actions({ upload: { id, file, step }, onConfirm, onOpen }: UploadListProps & { upload: Upload }) {
  const isUnderWay = step.kind === 'sending' || step.kind === 'waiting' || step.kind === 'inspecting'
  return (
    <span className="ml-auto flex items-center gap-2">
      {step.kind === 'undecided' && (
        <Button size="sm" tone="primary" onPress={() => onConfirm(id)}>
          Confirm
        </Button>
      )}
      {step.kind === 'received' && (
        <Button size="sm" onPress={() => onOpen(step.importId)}>
          Check and apply
        </Button>
      )}
      {step.kind === 'interrupted' && (
        <Button size="sm" tone="primary" onPress={() => retryUpload(id)}>
          Try again
        </Button>
      )}
      <IconButton
        size="sm"
        label={isUnderWay ? `Cancel the upload of ${file.name}` : `Remove ${file.name} from this list`}
        icon={<CloseIcon />}
        onPress={() => removeUpload(id)}
      />
    </span>
  )
}

/** Uploads that the network interrupted go on when it is back. */
function useRetryOnline(uploads: readonly Upload[]): void {
  useEffect(() => {
    const retry = () => {
      for (const { id, step } of uploads) if (step.kind === 'interrupted') retryUpload(id)
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [uploads])
}

function useWarnBeforeLeaving(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnderWay])
}
