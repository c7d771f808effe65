// The license of Lectern, and those of what its build contains.
import { PlainText } from '../../ui/plain-text.tsx'
import { serverWords as text } from '../../words-server.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { ServerFrame } from './frame.tsx'

export function Licenses() {
  const licenses = useReading('GET /server/licenses', {}).value
  return (
    <ServerFrame at="licenses">
      <Read of={licenses}>
        {({ license, notices }) => (
          <>
            <PlainText label={text.license}>{license}</PlainText>
            {notices && <h2>{text.notices}</h2>}
            {notices && <PlainText label={text.notices}>{notices}</PlainText>}
          </>
        )}
      </Read>
    </ServerFrame>
  )
}
