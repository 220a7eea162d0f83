import { CopyButton } from '#web/ui/controls/copy-button.tsx'

/** A command that sends a file, to try a key. */
export function CurlExample({ secret }: { secret: string }) {
  const address = new URL('/api/inventory/batch', location.origin).href
  const command = `curl "${address}?file_name=stock.csv" -H "Authorization: Bearer ${secret}" -H "Content-Type: text/csv" --data-binary @stock.csv`
  return (
    <div className="rounded border border-line bg-sunken px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs font-semibold text-muted">Send a file</p>
        <CopyButton text={command} label="Copy example" />
      </div>
      <code className="mt-2 block font-mono text-xs [overflow-wrap:anywhere] select-all">{command}</code>
    </div>
  )
}
