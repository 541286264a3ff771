import PlatformFoundation
import PlatformLibc

/// Metrics of the process, under the names that Prometheus's client libraries use.
///
/// See https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics. On systems without `/proc`, the metrics that need it
/// are omitted.
enum ProcessFacts {
    /// Returns the lines in Prometheus's text format.
    static func text() -> String {
        var text = ""
        func value(_ name: String, _ kind: Metric.Kind, _ help: String, _ value: Double?) {
            guard let value else { return }
            text += "# HELP process_\(name) \(help)\n# TYPE process_\(name) \(kind.rawValue)\n"
            text += "process_\(name) \(PrometheusText.number(value))\n"
        }
        value("cpu_seconds_total", .counter, "User and system processor time.", processorSeconds)
        value("open_fds", .gauge, "Open files.", openFiles.map(Double.init))
        value("max_fds", .gauge, "Maximum number of open files.", DescriptorLimit.current.map(Double.init))
        let fields = statFields
        func field(_ number: Int) -> Double? {
            // `statFields` starts with the third field.
            fields.count > number - 3 ? Double(fields[number - 3]) : nil
        }
        value("virtual_memory_bytes", .gauge, "Size of the address space.", field(23))
        value(
            "resident_memory_bytes", .gauge, "Memory in use.",
            field(24).map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) })
        let began = bootTime.flatMap { boot in field(22).map { boot + $0 / Double(sysconf(Int32(_SC_CLK_TCK))) } }
        value("start_time_seconds", .gauge, "Start time of the process, in seconds since 1970.", began)
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

    /// The fields of `/proc/self/stat`, from the third on (see proc(5)). The second field, a name, can contain spaces and parentheses.
    private static var statFields: [Substring] {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return [] }
        return text[end...].dropFirst().split(separator: " ")
    }

    /// The boot time in seconds since 1970.
    private static let bootTime: Double? = {
        let lines = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }()
}
