import { useRef } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { type ButtonTone } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { UploadIcon } from '#web/ui/icons.ts'
import { acceptedExtensions } from './accepted-files.ts'

interface ChooseFilesButtonProps {
  label: string
  tone?: ButtonTone
  size?: 'sm' | 'md'
  onFiles: (files: Iterable<File>) => void
}

/** Opens the browser's file dialog; `U` does the same. */
export function ChooseFilesButton({
  label,
  tone = 'secondary',
  size = 'sm',
  onFiles,
}: ChooseFilesButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  useCommands('Import', [
    { id: 'imports.upload', title: 'Upload a file', key: 'u', run: refusal('list') === null ? open : null },
  ])
  return (
    <>
      <ExplainedButton
        reason={refusal('list')}
        tone={tone}
        size={size}
        icon={<UploadIcon aria-hidden className="size-4" />}
        onPress={open}
      >
        {label}
      </ExplainedButton>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptedExtensions.join(',')}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
