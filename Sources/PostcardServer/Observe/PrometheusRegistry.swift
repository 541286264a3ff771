import CoreMetrics
import PlatformFoundation
import PlatformLibc
import Synchronization

/// A metrics system that keeps values for the text format of Prometheus, version 0.0.4.
///
/// Values are told apart by name and labels. A timer is a histogram in seconds; a recorder is one in its own unit.
final class PrometheusRegistry: MetricsFactory {
    private typealias Families = [String: [String: any PrometheusValue]]
    private let families = Mutex<Families>([:])

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        value(label, dimensions) { PrometheusNumber() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        value(label, dimensions) { PrometheusNumber() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        value(label, dimensions) { PrometheusHistogram() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        value(label, dimensions) { PrometheusHistogram() }
    }

    // The values of a service last as long as it does.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    private func value<Value: PrometheusValue>(
        _ name: String, _ labels: [(String, String)], make: () -> Value
    ) -> Value {
        let text = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return families.withLock { families in
            if let known = families[name]?[text] as? Value { return known }
            let made = make()
            families[name, default: [:]][text] = made
            return made
        }
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// All values, family by family in the order of `Metric`.
    func text() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for metric in Metric.all {
            guard let values = families[metric.name] else { continue }
            text += "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(metric.kind.rawValue)\n"
            for (labels, value) in values.sorted(by: { $0.key < $1.key }) {
                value.write(to: &text, name: metric.name, labels: labels)
            }
        }
        return text
    }
}

/// A value in the text format.
private protocol PrometheusValue: Sendable {
    /// Adds its lines.
    func write(to text: inout String, name: String, labels: String)
}

/// A number that counts, or is set.
private final class PrometheusNumber: PrometheusValue, CounterHandler, MeterHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func reset() { set(0.0) }

    func write(to text: inout String, name: String, labels: String) {
        text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(PrometheusText.number(value.withLock { $0 }))\n"
    }
}

/// The counts of values up to some bounds.
private final class PrometheusHistogram: PrometheusValue, TimerHandler, RecorderHandler {
    private struct State {
        var buckets = [Int](repeating: 0, count: PrometheusHistogram.bounds.count)
        var count = 0
        var sum = 0.0
    }
    /// Seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) {
        state.withLock { state in
            if let bucket = Self.bounds.firstIndex(where: { value <= $0 }) { state.buckets[bucket] += 1 }
            state.count += 1
            state.sum += value
        }
    }

    func write(to text: inout String, name: String, labels: String) {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : "\(labels),"
        var total = 0
        for (bound, count) in zip(Self.bounds, state.buckets) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)\n"
        let all = labels.isEmpty ? "" : "{\(labels)}"
        text += "\(name)_sum\(all) \(PrometheusText.number(state.sum))\n\(name)_count\(all) \(state.count)\n"
    }
}

/// Numbers in the text format.
enum PrometheusText {
    /// A number, whole ones without a fraction.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}

/// The system's figures of the process, by the names that Prometheus's client libraries have for them.
///
/// See https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics. All but the time of processors comes from `/proc`, and is
/// left out where there is none.
enum ProcessFacts {
    /// The lines of the text format.
    static func text() -> String {
        var text = ""
        func value(_ name: String, _ kind: Metric.Kind, _ help: String, _ value: Double?) {
            guard let value else { return }
            text += "# HELP process_\(name) \(help)\n# TYPE process_\(name) \(kind.rawValue)\n"
            text += "process_\(name) \(PrometheusText.number(value))\n"
        }
        value("cpu_seconds_total", .counter, "Time of processors, of the user and the system.", processorSeconds)
        value("open_fds", .gauge, "Open files.", openFiles.map(Double.init))
        value("max_fds", .gauge, "Files that may be open.", DescriptorLimit.current.map(Double.init))
        let fields = statFields
        func field(_ number: Int) -> Double? {
            // The first two are taken off.
            fields.count > number - 3 ? Double(fields[number - 3]) : nil
        }
        value("virtual_memory_bytes", .gauge, "Size of the address space.", field(23))
        value(
            "resident_memory_bytes", .gauge, "Memory in use.",
            field(24).map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) })
        let began = bootTime.flatMap { boot in field(22).map { boot + $0 / Double(sysconf(Int32(_SC_CLK_TCK))) } }
        value("start_time_seconds", .gauge, "The time at which the process began, since 1970.", began)
        return text
    }

    private static var processorSeconds: Double? {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static var openFiles: Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
    }

    /// The fields of `/proc/self/stat` after the name of the program, which may hold spaces and parentheses: from the third one on, see proc(5).
    private static var statFields: [Substring] {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return [] }
        return text[end...].dropFirst().split(separator: " ")
    }

    /// Seconds since 1970 at which the machine was started.
    private static let bootTime: Double? = {
        let lines = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }()
}
