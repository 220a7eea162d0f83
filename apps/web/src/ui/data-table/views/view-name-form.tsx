import { maxViewNameLength, type SavedView } from '@terrace/contracts/preferences'
import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface ViewNameFormProps {
  /** Views whose names are in use. */
  taken: readonly SavedView[]
  name: string
  submitLabel: string
  onSubmit: (name: string) => void
  onCancel: () => void
}

/** Asks for the name of a view. Enter saves, Esc cancels. */
export function ViewNameForm({ taken, name, submitLabel, onSubmit, onCancel }: ViewNameFormProps) {
  const [text, setText] = useState(name)
  const [isTouched, setTouched] = useState(false)
  const typed = text.trim()
  const isTaken = taken.some((view) => view.name.toLowerCase() === typed.toLowerCase())
  const error = typed === '' ? 'Enter a name.' : isTaken ? 'Another view has this name.' : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (error === undefined) onSubmit(typed)
  }

  return (
    // Only ends typing on Esc; not a control itself.
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Closes the form only, not the list.
        event.stopPropagation()
        onCancel()
      }}
    >
      <form noValidate onSubmit={submit} className="space-y-2">
        <TextField
          label="View name"
          value={text}
          onChange={setText}
          maxLength={maxViewNameLength}
          error={error}
          isTouched={isTouched}
          autoFocus
        />
        <div className="flex gap-2">
          <Button type="submit" size="sm" tone="primary">
            {submitLabel}
          </Button>
          <Button size="sm" onPress={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}
