import CoreMetrics
import MetricsTestKit
import PostcardTestSupport
import Testing

@testable import PostcardServer

struct ServerMetricTests {
    @Test func `the application's metrics match those in the text output`() throws {
        let application = TestMetrics()
        let metrics = ServerMetrics(version: "1.2.3", renderer: RendererVersion.current, application: application)
        metrics.began()
        metrics.count(.made)
        metrics.count(Overload.pixels)
        metrics.count(.failed, from: "web")
        metrics.record(.decode, .milliseconds(3))
        metrics.ended(route: "thumbor", status: 200, seconds: 0.25, bytes: 700)
        let text = metrics.text([(.pixels, 12), (.pixelLimit, 100)])

        let labels = [("kind", "web"), ("outcome", "failed")]
        #expect(try application.expectCounter("postcard_source_requests_total", labels).totalValue == 1)
        #expect(text.contains("postcard_source_requests_total{kind=\"web\",outcome=\"failed\"} 1\n"))
        #expect(try application.expectCounter("postcard_results_total", [("from", "made")]).totalValue == 1)
        #expect(text.contains("postcard_results_total{from=\"made\"} 1\n"))
        #expect(try application.expectCounter("postcard_refused_total", [("reason", "pixels")]).totalValue == 1)
        #expect(text.contains("postcard_refused_total{reason=\"pixels\"} 1\n"))
        let decoding = try application.expectTimer("postcard_stage_duration_seconds", [("stage", "decode")])
        #expect(decoding.values == [3_000_000])
        #expect(text.contains("postcard_stage_duration_seconds_sum{stage=\"decode\"} 0.003\n"))
        #expect(try application.expectMeter("postcard_pixels_in_flight").lastValue == 12)
        #expect(text.contains("\npostcard_pixels_in_flight 12\n") && text.contains("\npostcard_pixels_limit 100\n"))
        #expect(
            try application.expectMeter(
                "postcard_build_info", [("version", "1.2.3"), ("renderer", RendererVersion.current)]
            ).lastValue == 1)
        #expect(text.contains("postcard_build_info{version=\"1.2.3\",renderer=\"\(RendererVersion.current)\"} 1\n"))
        #expect(text.contains("postcard_http_requests_in_flight 0\n"))
    }

    @Test func `every counter starts at 0`() {
        let text = ServerMetrics().text([])
        for origin in ResultOrigin.allCases {
            #expect(text.contains("postcard_results_total{from=\"\(origin.rawValue)\"} 0\n"))
        }
        for reason in Overload.allCases {
            #expect(text.contains("postcard_refused_total{reason=\"\(reason.rawValue)\"} 0\n"))
        }
        for stage in Stage.allCases {
            #expect(text.contains("postcard_stage_duration_seconds_count{stage=\"\(stage.rawValue)\"} 0\n"))
        }
    }

    @Test func `the name of every metric matches its kind`() {
        for metric in Metric.all {
            #expect(metric.name.hasSuffix("_total") == (metric.kind == .counter))
            #expect(!metric.help.isEmpty)
        }
        #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
    }
}

struct PrometheusTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("with \"quotes\"", "with \\\"quotes\\\""), ("back\\slash", "back\\\\slash"),
        ("two\nlines", "two\\nlines"),
    ])
    func `labels are escaped`(value: String, written: String) {
        let metrics = ServerMetrics()
        for _ in 0..<2 { metrics.ended(route: value, status: 200, seconds: 0, bytes: 0) }
        #expect(
            metrics.text([]).contains("\npostcard_http_requests_total{route=\"\(written)\",status=\"200\"} 2\n"))
    }

    @Test func `each bucket counts durations up to its bound`() {
        let metrics = ServerMetrics()
        for milliseconds in [1, 2, 30, 20_000] {
            metrics.ended(route: "a", status: 200, seconds: Double(milliseconds) / 1_000, bytes: 0)
        }
        let text = metrics.text([])
        for (bound, count) in [("0.001", 1), ("0.0025", 2), ("0.025", 2), ("0.05", 3), ("10.0", 3), ("+Inf", 4)] {
            #expect(text.contains("_bucket{route=\"a\",le=\"\(bound)\"} \(count)\n"))
        }
        #expect(text.contains("_sum{route=\"a\"} 20.033\n"))
        #expect(text.contains("_count{route=\"a\"} 4\n"))
    }

    @Test func `the same name and labels share one value`() {
        let metrics = ServerMetrics()
        for _ in 0..<3 { metrics.count(.disk) }
        #expect(metrics.text([]).contains("postcard_cache_hits_total 3\n"))
    }
}
