internal import HTTPTypes
internal import NIOCore
internal import Synchronization

/// Answers with pictures that may be given again for as long as their sources stay what they are.
///
/// They spare whoever asks for what many ask for the way through tasks and files, which is several times as long.
final class ReadyAnswers: Sendable {
    /// All that an answer depends on but its sources.
    struct Question: Sendable, Hashable {
        /// Path and query as they came.
        let target: String
        let accept: String

        /// - Returns: `nil` for what is longer than real clients have it.
        init?(target: String, accept: String) {
            guard target.utf8.count + accept.utf8.count <= 2_048 else { return nil }
            self.target = target
            self.accept = accept
        }
    }

    struct Answer: Sendable {
        let sources: [PictureSource.Stamp]
        /// The fields that tell of the picture.
        let fields: HTTPFields
        let entityTag: String
        let route: String
        let bytes: ByteBuffer

        /// Bytes that it takes, about.
        var size: Int { bytes.readableBytes + 4_096 }
    }

    private struct State {
        var answers: [Question: Answer] = [:]
        var byteCount = 0
    }

    /// Bytes of all pictures, and of one.
    private static let limit = 32 << 20
    static let pictureLimit = 256 << 10
    private let state = Mutex(State())

    func answer(to question: Question) -> Answer? { state.withLock { $0.answers[question] } }

    /// Keeps an answer that is not too large; begins anew when there are too many.
    func keep(_ answer: Answer, to question: Question) {
        guard answer.bytes.readableBytes <= Self.pictureLimit else { return }
        state.withLock { state in
            if state.byteCount + answer.size > Self.limit { state = State() }
            let old = state.answers.updateValue(answer, forKey: question)
            state.byteCount += answer.size - (old?.size ?? 0)
        }
    }

    func forget(_ question: Question) {
        state.withLock { state in
            state.byteCount -= state.answers.removeValue(forKey: question)?.size ?? 0
        }
    }
}
