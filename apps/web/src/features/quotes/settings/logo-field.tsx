import { useRef, useState } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertCircleIcon } from '#web/ui/icons.ts'
import { logoProblem, logoTypes, readBase64 } from './logo-file.ts'
import { useChangeLogo } from './change-settings.ts'

interface LogoFieldProps {
  /** URL of the current logo. */
  logo: string | null
  isDisabled: boolean
}

/** Uploads, replaces and removes the team's logo immediately, independent of the form's Save button. */
export function LogoField({ logo, isDisabled }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useChangeLogo()

  async function upload(file: File) {
    change.reset()
    const fileProblem = logoProblem(file)
    setProblem(fileProblem)
    if (fileProblem !== null) return
    try {
      change.mutate(await readBase64(file))
    } catch {
      setProblem('Couldn’t read this file')
    }
  }

  return (
    <div>
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        Logo
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <span className="inline-flex h-14 min-w-14 items-center justify-center rounded border border-line bg-[#ffffff] px-2">
          {logo === null ? (
            <span className="text-xs text-[#566760]">None</span>
          ) : (
            <img src={logo} alt="Team logo" className="h-10 w-auto max-w-40 object-contain" />
          )}
        </span>
        <Button
          isDisabled={isDisabled}
          isPending={change.isPending}
          pendingLabel="Loading..."
          onPress={() => input.current?.click()}
        >
          {logo === null ? 'Upload logo' : 'Replace logo'}
        </Button>
        {logo !== null && (
          <Button
            tone="quiet"
            isDisabled={isDisabled || change.isPending}
            onPress={() => {
              setProblem(null)
              change.mutate(null)
            }}
          >
            Remove
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={logoTypes.join(',')}
          aria-label="Logo file"
          tabIndex={-1}
          disabled={isDisabled}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // Allow choosing the same file again after it was fixed.
            target.value = ''
            if (file) void upload(file)
          }}
        />
      </div>
      <p className="mt-1.5 text-xs text-muted">PNG, JPEG or WebP, up to 2 MB.</p>
      {problem !== null && (
        <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger">
          <AlertCircleIcon aria-hidden className="mt-px size-4 shrink-0" />
          {problem}
        </p>
      )}
      {change.isError && (
        <div className="mt-1.5">
          <ActionError error={change.error} />
        </div>
      )}
    </div>
  )
}
