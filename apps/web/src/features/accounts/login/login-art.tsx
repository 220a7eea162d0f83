import { cx } from '#web/ui/cx.ts'

const steps = Array.from({ length: 14 }, (_, step) => ({ x: 60 + step * 56, y: 1000 - (step + 1) * 64 }))

/** The logo's steps above the corner of a pitch. Decorative. */
export function LoginArt({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={cx(
        'relative overflow-hidden bg-accent text-on-accent dark:bg-accent-soft dark:text-accent',
        className,
      )}
    >
      <svg
        viewBox="0 0 900 1000"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        {steps.map(({ x, y }, step) => (
          <path
            key={x}
            d={`M${x} 1000V${y}H900V1000`}
            fill="currentColor"
            fillOpacity={0.022}
            strokeOpacity={0.16 + step * 0.02}
          />
        ))}
      </svg>
    </div>
  )
}
