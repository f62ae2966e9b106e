import { Check, Pause, Play, StepBack, StepForward, X } from 'lucide-react'
import { formatDuration } from '../../../src-shared/base/format.ts'
import {
  leavePlayback,
  pause,
  playBack,
  seek,
  setSpeed,
  speeds,
  startPlaying,
  step,
  useIsPlayedBack,
  usePlayback,
} from '../../stores/runs/playback-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Spinner } from '../../widgets/feedback/spinner.tsx'
import { Menu } from '../../widgets/overlays/menu.tsx'
import styles from './playback-bar.module.css'
import { usePlaybackCommands } from './use-playback-commands.ts'

interface Props {
  readonly runIds: readonly string[]
  /** Starts playback if it is not active yet. */
  readonly begin: (start: { readonly play: boolean; readonly at: number }) => void
}

/** Plays runs back: compact while runs are shown as they are now, with a slider during playback. */
export function PlaybackBar({ runIds, begin }: Props) {
  const played = useIsPlayedBack(runIds[0] ?? null)
  const playing = usePlayback((state) => state.playing)
  const reading = usePlayback((state) => state.reading)
  const play = () => (played ? startPlaying() : begin({ play: true, at: 0 }))
  const back = () => (played ? step(-1) : begin({ play: false, at: Number.POSITIVE_INFINITY }))
  usePlaybackCommands({ played, playing, play, back })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.bar} role="group" aria-label="Playback">
      <IconButton small label="Step back" keys="," side="top" disabled={reading} onClick={back}>
        <StepBack aria-hidden="true" />
      </IconButton>
      {played && playing ? (
        <IconButton small label="Pause" keys="Space" side="top" onClick={pause}>
          <Pause aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton small label="Play" keys="Space" side="top" disabled={reading} onClick={play}>
          <Play aria-hidden="true" />
        </IconButton>
      )}
      <IconButton small label="Step forward" keys="." side="top" disabled={!played || reading} onClick={() => step(1)}>
        <StepForward aria-hidden="true" />
      </IconButton>
      {played && <Moment />}
    </div>
  )
}

/** During playback: the speed, the position and a way back to the present. */
function Moment() {
  const failure = usePlayback((state) => state.failure)
  const reading = usePlayback((state) => state.reading)
  return (
    <>
      {failure !== null && <span role="alert">{failure.message}</span>}
      {reading && <Spinner />}
      {failure === null && !reading && (
        <>
          <Speed />
          <Slider />
        </>
      )}
      <IconButton small label="Back to now" keys="Escape" side="top" onClick={leavePlayback}>
        <X aria-hidden="true" />
      </IconButton>
    </>
  )
}

function Speed() {
  const speed = usePlayback((state) => state.speed)
  return (
    <Menu
      side="top"
      trigger={
        <Button small look="quiet" className={styles.speed} aria-label={`Speed ${speed}×`}>
          {speed}×
        </Button>
      }
      groups={[
        {
          label: 'Speed',
          items: speeds.map((each) => ({
            label: `${each}×`,
            icon: each === speed ? <Check aria-hidden="true" /> : <span className={styles.unticked} />,
            run: () => setSpeed(each),
          })),
        },
      ]}
    />
  )
}

function Slider() {
  const { at, end, runIds, moments } = usePlayback()
  const first = moments[runIds[0] ?? '']
  const words = `${formatDuration(first?.ms ?? at)}, event ${first?.count ?? 0}`
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label="Position"
        aria-valuetext={words}
        title="Idle time is skipped. The text of an answer is spread evenly over its duration."
        min={0}
        max={Math.max(1, end)}
        step="any"
        value={at}
        onChange={(event) => {
          pause()
          seek(event.target.valueAsNumber)
        }}
      />
      <span className={`figure ${styles.at}`}>{formatDuration(first?.ms ?? at)}</span>
    </>
  )
}

/** Playback of one run, on its own axis. */
export function RunPlayback({ runId }: { readonly runId: string }) {
  return <PlaybackBar runIds={[runId]} begin={(start) => playBack([runId], start)} />
}
