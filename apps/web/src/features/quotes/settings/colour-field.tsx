import { contrast, minReadableContrast } from '#web/lib/brand-colours.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface ColourFieldProps {
  value: string
  onChange: (colour: string) => void
  error: string | undefined
  isTouched: boolean
  onBlur: () => void
  isDisabled: boolean
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** The team's colour, with its contrast on white. */
export function ColourField({ value, onChange, ...field }: ColourFieldProps) {
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          {...field}
          label="Colour"
          value={value}
          onChange={(typed) => onChange(typed.trim().toLowerCase())}
          autoComplete="off"
          className="max-w-40"
        />
        {field.error === undefined && (
          <input
            type="color"
            aria-label="Pick a colour"
            value={isColour(value) ? value : '#000000'}
            disabled={field.isDisabled}
            onChange={({ target }) => onChange(target.value)}
            className="h-12 w-14 cursor-pointer rounded border border-line-strong bg-surface p-1 disabled:opacity-45"
          />
        )}
      </div>
      {isColour(value) && (
        <p role="status" className="mt-1.5 text-xs text-muted">
          {contrastText(contrast(value, '#ffffff'))}
        </p>
      )}
    </div>
  )
}

function contrastText(ratio: number): string {
  const ratioText = `${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1`
  return ratio >= minReadableContrast
    ? `Readable on white (${ratioText}).`
    : `Contrast too low (${ratioText}; ${minReadableContrast} needed). We’ll use a darker shade for text and buttons.`
}
