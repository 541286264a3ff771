import PostcardCore

/// Lets only so much of something be in use at a time; requests that are refused are answered as overload is.
typealias WeightedSemaphore = PostcardCore.WeightedSemaphore<HTTPError>

extension WeightedSemaphore {
    /// `resource` is what there is too much of when somebody is refused.
    convenience init(total: Int, of resource: Overload, queueLimit: Int, timeout: Duration) {
        self.init(total: total, queueLimit: queueLimit, timeout: timeout, refusal: .overloaded(resource))
    }
}
