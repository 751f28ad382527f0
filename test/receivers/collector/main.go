// Runs the Splunk HEC receiver of the OpenTelemetry Collector, and prints the records that it receives to standard output. The argument
// is the address to listen on.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/open-telemetry/opentelemetry-collector-contrib/receiver/splunkhecreceiver"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/receiver"
)

func main() {
	factory := splunkhecreceiver.NewFactory()
	config := factory.CreateDefaultConfig().(*splunkhecreceiver.Config)
	config.Endpoint = os.Args[1]
	printer := &plog.JSONMarshaler{}
	logs, err := consumer.NewLogs(func(_ context.Context, received plog.Logs) error {
		text, err := printer.MarshalLogs(received)
		if err == nil {
			fmt.Println(string(text))
		}
		return err
	})
	must(err)
	settings := receiver.Settings{ID: component.NewID(factory.Type()), TelemetrySettings: componenttest.NewNopTelemetrySettings()}
	server, err := factory.CreateLogs(context.Background(), settings, config, logs)
	must(err)
	must(server.Start(context.Background(), componenttest.NewNopHost()))
	fmt.Fprintln(os.Stderr, "listening")
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
	must(server.Shutdown(context.Background()))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
