import { LogoMark } from '#web/ui/data-display/logo.tsx'

/** Shown while the session is restored: a bar that fills within two seconds (spec §2, §9). */
export function RouteLoader() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-surface px-6">
      <LogoMark className="size-10" />
      <div
        role="progressbar"
        aria-label="Loading"
        className="h-1 w-full max-w-56 overflow-hidden rounded-full bg-ink/10"
      >
        <div className="h-full origin-left animate-fill bg-accent" />
      </div>
    </main>
  )
}
