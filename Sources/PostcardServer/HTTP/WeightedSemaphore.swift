import PostcardCore

/// A semaphore of units such as bytes or pixels. Requests that exceed its queue limit or timeout get an `HTTPError`.
typealias WeightedSemaphore = PostcardCore.WeightedSemaphore<HTTPError>

extension WeightedSemaphore {
    /// - Parameter resource: the limit to report in errors.
    convenience init(
        total: Int, of resource: Overload, queueLimit: Int, timeout: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            total: total, queueLimit: queueLimit, timeout: timeout, clock: clock, refusal: .overloaded(resource))
    }
}
