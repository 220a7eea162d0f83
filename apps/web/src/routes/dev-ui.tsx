import { Button } from '#web/ui/button.tsx'

/** Every component of the design system in every state; development only. */
export default function DevUi() {
  return (
    <main className="p-6">
      <Button tone="primary">Primary</Button>
    </main>
  )
}
