import { useEffect, useState, type ReactNode } from 'react'
import { refusal } from '#web/lib/http/refusals.ts'
import { UploadIcon } from '#web/ui/icons.ts'

interface DropAreaProps {
  onFiles: (files: Iterable<File>) => void
  children: ReactNode
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/** Takes files that are dropped anywhere in the window. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // Every element that is entered and left counts, so that moving over children does not flicker.
    let depth = 0
    const set = (next: number) => {
      depth = Math.max(0, next)
      setOver(depth > 0)
    }
    const onEnter = (event: DragEvent) => {
      if (hasFiles(event)) set(depth + 1)
    }
    const onLeave = (event: DragEvent) => {
      if (hasFiles(event)) set(depth - 1)
    }
    // Without this, the browser opens a dropped file in place of the page.
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      set(0)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0 && refusal('list') === null) onFiles(files)
    }
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [onFiles])
  return (
    <>
      {children}
      {isOver && (
        <div
          aria-hidden
          className="pointer-events-none fixed inset-3 z-40 flex flex-col items-center justify-center gap-3 rounded border-2 border-dashed border-accent bg-accent-soft/90 text-accent"
        >
          <UploadIcon className="size-8" />
          <p className="px-6 text-center text-lg font-semibold">
            {refusal('list') ?? 'Drop files to import them'}
          </p>
        </div>
      )}
    </>
  )
}
