// Package validator takes the place of gopkg.in/validator.v2, which generated clients check patterns with: the service is known to keep
// to them, and not every machine reaches the modules of Go.
package validator

// Validate finds nothing wrong.
func Validate(any) error {
	return nil
}
