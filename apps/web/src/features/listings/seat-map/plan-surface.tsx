import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { boundingBox, pointsText } from './plan-shape.ts'

type Box = ReturnType<typeof boundingBox>

/** Pitch, court, field, track or stage. Decorative. */
export function PlanSurface({ surface }: { surface: WireSeatingPlan['surface'] }) {
  if (!surface) return null
  const points = pointsText(surface.shape)
  if (surface.kind === 'track') {
    return (
      <g aria-hidden fill="none" strokeLinejoin="round">
        <polygon points={points} className="stroke-line-strong" strokeWidth="15" />
        <polygon points={points} className="stroke-sunken" strokeWidth="11" />
        <polygon points={points} className="stroke-line-strong" strokeWidth="1.5" strokeDasharray="10 12" />
      </g>
    )
  }
  const box = boundingBox(surface.shape)
  return (
    <g aria-hidden className="stroke-accent/45 *:[vector-effect:non-scaling-stroke]" fill="none">
      <polygon points={points} className="fill-accent-soft" />
      {surface.kind === 'pitch' && <PitchLines {...box} />}
      {surface.kind === 'court' && <CourtLines {...box} />}
      {surface.kind === 'field' && <FieldLines {...box} />}
      {surface.kind === 'stage' && <SurfaceName box={box} name="Stage" />}
    </g>
  )
}

function PitchLines({ x, y, width, height }: Box) {
  const middle = x + width / 2
  const centre = y + height / 2
  const area = { width: width * 0.15, height: height * 0.48 }
  const goal = { width: width * 0.05, height: height * 0.22 }
  return (
    <>
      <path d={`M${middle} ${y}v${height}`} />
      <circle cx={middle} cy={centre} r={height * 0.15} />
      <circle cx={middle} cy={centre} r={2} className="fill-accent/45" />
      {[area, goal].map(({ width: w, height: h }) => (
        <path
          key={w}
          d={`M${x} ${centre - h / 2}h${w}v${h}h${-w}M${x + width} ${centre - h / 2}h${-w}v${h}h${w}`}
        />
      ))}
    </>
  )
}

function CourtLines({ x, y, width, height }: Box) {
  const inset = { x: width * 0.1, y: height * 0.16 }
  const left = x + inset.x
  const top = y + inset.y
  const w = width - 2 * inset.x
  const h = height - 2 * inset.y
  return (
    <path
      d={`M${left} ${top}h${w}v${h}h${-w}zM${left} ${top + h * 0.13}h${w}M${left} ${top + h * 0.87}h${w}M${left + w / 2} ${top - 5}v${h + 10}M${left + w * 0.23} ${top + h * 0.13}v${h * 0.74}M${left + w * 0.77} ${top + h * 0.13}v${h * 0.74}M${left + w * 0.23} ${top + h / 2}h${w * 0.54}`}
    />
  )
}

function FieldLines({ x, y, width, height }: Box) {
  const strip = { width: Math.min(width, height) * 0.1, height: Math.min(width, height) * 0.42 }
  const middle = { x: x + width / 2, y: y + height / 2 }
  return (
    <>
      <ellipse cx={middle.x} cy={middle.y} rx={width * 0.34} ry={height * 0.34} strokeDasharray="6 6" />
      <rect
        x={middle.x - strip.width / 2}
        y={middle.y - strip.height / 2}
        width={strip.width}
        height={strip.height}
      />
    </>
  )
}

function SurfaceName({ box, name }: { box: Box; name: string }) {
  return (
    <text
      x={box.x + box.width / 2}
      y={box.y + box.height / 2}
      textAnchor="middle"
      dominantBaseline="central"
      stroke="none"
      className="fill-accent font-semibold"
      fontSize="24"
    >
      {name}
    </text>
  )
}
